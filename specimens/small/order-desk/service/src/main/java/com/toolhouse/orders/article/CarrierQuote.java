package com.toolhouse.orders.article;

public record CarrierQuote(String parcel, int cents, int days) {}

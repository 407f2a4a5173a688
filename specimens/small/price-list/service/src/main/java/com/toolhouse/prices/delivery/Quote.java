package com.toolhouse.prices.delivery;

public record Quote(String parcel, int cents, int days) {}

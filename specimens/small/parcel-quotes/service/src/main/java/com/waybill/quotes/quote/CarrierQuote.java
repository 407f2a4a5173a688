package com.waybill.quotes.quote;

/** What a carrier asks for a parcel. */
public record CarrierQuote(String parcel, int cents, int days) {}

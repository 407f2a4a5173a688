package com.waybill.quotes.stop;

import java.time.Instant;

/** A parcel was somewhere. */
public record Stop(String depot, Instant passedAt, String what) {}

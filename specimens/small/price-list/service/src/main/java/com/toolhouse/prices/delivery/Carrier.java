package com.toolhouse.prices.delivery;

import java.io.IOException;

/** Knows what a parcel costs today. */
public interface Carrier {
    enum Kind {
        CONCURRENT,
        SYNCHRONIZED
    }

    Quote quote(int customer, int grams) throws IOException, InterruptedException;

    static Carrier of(Kind kind, String url) {
        return switch (kind) {
            case CONCURRENT -> new ConcurrentCarrier(url);
            case SYNCHRONIZED -> new SynchronizedCarrier(url);
        };
    }
}

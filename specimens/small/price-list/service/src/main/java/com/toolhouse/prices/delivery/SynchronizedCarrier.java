package com.toolhouse.prices.delivery;

import java.io.IOException;

/** One signature for all threads; it is not thread-safe, hence the lock. */
final class SynchronizedCarrier implements Carrier {
    private final Signatures signatures = new Signatures();
    private final CarrierRequests requests;

    SynchronizedCarrier(String url) {
        this.requests = new CarrierRequests(url);
    }

    @Override
    public synchronized Quote quote(int customer, int grams) throws IOException, InterruptedException {
        String parcel = CarrierRequests.parcel(customer, grams);
        return requests.ask(parcel, signatures.of(parcel));
    }
}

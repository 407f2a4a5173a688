package com.toolhouse.prices.delivery;

import java.io.IOException;

/** Each thread signs with a signature of its own. */
final class ConcurrentCarrier implements Carrier {
    private final ThreadLocal<Signatures> signatures = ThreadLocal.withInitial(Signatures::new);
    private final CarrierRequests requests;

    ConcurrentCarrier(String url) {
        this.requests = new CarrierRequests(url);
    }

    @Override
    public Quote quote(int customer, int grams) throws IOException, InterruptedException {
        String parcel = CarrierRequests.parcel(customer, grams);
        return requests.ask(parcel, signatures.get().of(parcel));
    }
}

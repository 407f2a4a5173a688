package com.waybill.quotes.quote;

import org.springframework.stereotype.Service;
import reactor.core.publisher.Mono;

@Service
public class Quotes {
    private final CarrierClient carrier;

    Quotes(CarrierClient carrier) {
        this.carrier = carrier;
    }

    public Mono<Quote> of(String parcel) {
        return carrier.quote(parcel).map(Quote::of);
    }
}

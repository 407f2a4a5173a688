package com.waybill.quotes.quote;

import reactor.core.publisher.Mono;

public interface CarrierClient {
    Mono<CarrierQuote> quote(String parcel);
}

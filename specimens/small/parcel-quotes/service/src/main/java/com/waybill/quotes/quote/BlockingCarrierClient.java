package com.waybill.quotes.quote;

import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

@Component
@ConditionalOnProperty(name = "quotes.carrier.client", havingValue = "blocking")
class BlockingCarrierClient implements CarrierClient {
    private final SynchronousCarrierClient carrier;

    BlockingCarrierClient(SynchronousCarrierClient carrier) {
        this.carrier = carrier;
    }

    @Override
    public Mono<CarrierQuote> quote(String parcel) {
        return Mono.fromCallable(() -> carrier.quote(parcel));
    }
}

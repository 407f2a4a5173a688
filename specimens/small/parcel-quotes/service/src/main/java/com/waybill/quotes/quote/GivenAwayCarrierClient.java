package com.waybill.quotes.quote;

import com.waybill.quotes.ops.BlockingCalls;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

@Component
@ConditionalOnProperty(name = "quotes.carrier.client", havingValue = "given-away")
class GivenAwayCarrierClient implements CarrierClient {
    private final SynchronousCarrierClient carrier;
    private final BlockingCalls blocking;

    GivenAwayCarrierClient(SynchronousCarrierClient carrier, BlockingCalls blocking) {
        this.carrier = carrier;
        this.blocking = blocking;
    }

    @Override
    public Mono<CarrierQuote> quote(String parcel) {
        return blocking.run(() -> carrier.quote(parcel));
    }
}

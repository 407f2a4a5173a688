package com.waybill.quotes.stop;

import com.waybill.quotes.ops.BlockingCalls;
import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

@Component
@ConditionalOnProperty(name = "quotes.stops", havingValue = "given-away")
class GivenAwayTimeline implements Timeline {
    private final StopRepository stops;
    private final BlockingCalls blocking;

    GivenAwayTimeline(StopRepository stops, BlockingCalls blocking) {
        this.stops = stops;
        this.blocking = blocking;
    }

    @Override
    public Mono<List<Stop>> of(String parcel) {
        return blocking.run(() -> stops.findOf(parcel));
    }
}

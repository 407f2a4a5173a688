package com.waybill.quotes.stop;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

@Component
@ConditionalOnProperty(name = "quotes.stops", havingValue = "on-loop")
class OnLoopTimeline implements Timeline {
    private final StopRepository stops;

    OnLoopTimeline(StopRepository stops) {
        this.stops = stops;
    }

    @Override
    public Mono<List<Stop>> of(String parcel) {
        return Mono.fromCallable(() -> stops.findOf(parcel));
    }
}

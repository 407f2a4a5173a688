package com.waybill.quotes.api;

import com.waybill.quotes.quote.Quote;
import com.waybill.quotes.quote.Quotes;
import com.waybill.quotes.stop.Stop;
import com.waybill.quotes.stop.Timeline;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
class QuoteController {
    private final Quotes quotes;
    private final Timeline timeline;

    QuoteController(Quotes quotes, Timeline timeline) {
        this.quotes = quotes;
        this.timeline = timeline;
    }

    @GetMapping("/quotes/{parcel}")
    Mono<Quote> quote(@PathVariable String parcel) {
        return quotes.of(parcel);
    }

    @GetMapping("/parcels/{parcel}/stops")
    Mono<List<Stop>> stops(@PathVariable String parcel) {
        return timeline.of(parcel);
    }
}

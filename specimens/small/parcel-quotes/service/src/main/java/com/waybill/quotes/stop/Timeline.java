package com.waybill.quotes.stop;

import java.util.List;
import reactor.core.publisher.Mono;

public interface Timeline {
    Mono<List<Stop>> of(String parcel);
}

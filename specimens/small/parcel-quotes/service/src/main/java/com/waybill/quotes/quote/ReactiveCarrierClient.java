package com.waybill.quotes.quote;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Mono;

@Component
@ConditionalOnProperty(name = "quotes.carrier.client", havingValue = "reactive")
class ReactiveCarrierClient implements CarrierClient {
    private final WebClient http;

    ReactiveCarrierClient(WebClient.Builder builder, @Value("${quotes.carrier.url}") String url) {
        this.http = builder.baseUrl(url).build();
    }

    @Override
    public Mono<CarrierQuote> quote(String parcel) {
        return http.get().uri("/quotes/{parcel}", parcel).retrieve().bodyToMono(CarrierQuote.class);
    }
}

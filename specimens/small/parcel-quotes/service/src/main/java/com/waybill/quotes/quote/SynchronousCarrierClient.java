package com.waybill.quotes.quote;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** The client of the portal's old batch jobs: its caller waits for the answer. */
@Component
class SynchronousCarrierClient {
    private final RestClient http;

    SynchronousCarrierClient(@Value("${quotes.carrier.url}") String url) {
        this.http = RestClient.builder().requestFactory(new SimpleClientHttpRequestFactory()).baseUrl(url).build();
    }

    CarrierQuote quote(String parcel) {
        return http.get().uri("/quotes/{parcel}", parcel).retrieve().body(CarrierQuote.class);
    }
}

package com.toolhouse.orders.article;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** Asks the carrier what a parcel costs today. */
@Component
public class CarrierClient {
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final RestClient http;
    private final Semaphore atOnce;

    CarrierClient(
            RestClient.Builder builder,
            @Value("${orders.carrier.url}") String url,
            @Value("${orders.carrier.at-once}") int atOnce) {
        var requests = new JdkClientHttpRequestFactory(
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build());
        requests.setReadTimeout(LONGEST);
        this.http = builder.baseUrl(url).requestFactory(requests).build();
        this.atOnce = new Semaphore(atOnce > 0 ? atOnce : Integer.MAX_VALUE);
    }

    /** Null when so many ask already that one more would only wait: an article can be shown without a quote. */
    public CarrierQuote quote(String sku, int grams) {
        if (!atOnce.tryAcquire()) {
            return null;
        }
        try {
            return http.get().uri("/quotes/{sku}-{grams}", sku, grams).retrieve().body(CarrierQuote.class);
        } finally {
            atOnce.release();
        }
    }
}

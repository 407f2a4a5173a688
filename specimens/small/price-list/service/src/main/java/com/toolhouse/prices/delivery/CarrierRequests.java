package com.toolhouse.prices.delivery;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The carrier's interface: each request carries a signature of what it asks. */
final class CarrierRequests {
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String url;

    CarrierRequests(String url) {
        this.url = url;
    }

    static String parcel(int customer, int grams) {
        return customer + "-" + grams;
    }

    Quote ask(String parcel, String signature) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/quotes/" + parcel))
                .header("Signature", signature)
                .timeout(LONGEST)
                .build();
        HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IOException("the carrier answers " + response.statusCode());
        }
        return JSON.readValue(response.body(), Quote.class);
    }
}

package com.toolhouse.orders.stock;

import java.net.http.HttpClient;
import java.util.List;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** Tells the ERP what is left in the warehouse. */
@Component
class ErpClient {
    private final RestClient http;

    ErpClient(RestClient.Builder builder, @Value("${orders.stock-export.url}") String url) {
        var client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        this.http = builder.baseUrl(url).requestFactory(new JdkClientHttpRequestFactory(client)).build();
    }

    void push(List<StockLevel> levels) {
        http.post().uri("/stock-levels").body(levels).retrieve().toBodilessEntity();
    }
}

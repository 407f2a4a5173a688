package com.toolhouse.orders.ops;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;

/** Calls what people read most before the service says that it is ready: once is enough to load what is loaded once. */
@Component
@Lazy(false)
@ConditionalOnExpression("${orders.warm-up-calls} > 0")
class WarmUp {
    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
    private static final List<String> ROUTES = List.of(
            "/orders/1",
            "/orders/by-number/O000001",
            "/customers/K00001/orders",
            "/customers/K00001/overview",
            "/articles/A000001");

    private final ServletWebServerApplicationContext server;
    private final int calls;

    WarmUp(ServletWebServerApplicationContext server, @Value("${orders.warm-up-calls}") int calls) {
        this.server = server;
        this.calls = calls;
    }

    @EventListener(ApplicationReadyEvent.class)
    void run() {
        RestClient http = RestClient.create("http://127.0.0.1:" + server.getWebServer().getPort());
        long started = System.nanoTime();
        try {
            for (int i = 0; i < calls; i++) {
                ROUTES.forEach(route -> http.get().uri(route).retrieve().toBodilessEntity());
            }
            LOG.info("warmed up: {} calls each of {} routes in {} ms", calls, ROUTES.size(), (System.nanoTime() - started) / 1_000_000);
        } catch (RestClientException e) {
            LOG.warn("warm-up ended early: {}", e.getMessage());
        }
    }
}

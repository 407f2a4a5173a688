package com.lantern.festival.messaging.push;

import com.lantern.festival.messaging.MessagingSettings;
import com.lantern.festival.messaging.token.AccessTokens;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** Hands messages to the push provider. A message that does not arrive is told in the log and not sent again. */
@Component
class PushClient {
    private static final Logger log = LoggerFactory.getLogger(PushClient.class);

    private record Taken(String name) {}

    private final RestClient http;
    private final Executor executor;
    private final AccessTokens access;
    private final MessagingSettings settings;

    PushClient(
            @Qualifier("pushHttp") RestClient http,
            @Qualifier("pushExecutor") Executor executor,
            AccessTokens access,
            MessagingSettings settings) {
        this.http = http;
        this.executor = executor;
        this.access = access;
        this.settings = settings;
    }

    /** The name that the provider has given to the message. */
    CompletableFuture<String> sendAsync(PushMessage message) {
        return CompletableFuture.supplyAsync(() -> send(message), executor).whenComplete((name, e) -> {
            if (e != null) {
                log.warn("a message was not sent: {}", e.getMessage());
            }
        });
    }

    private String send(PushMessage message) {
        return http.post()
                .uri(settings.pushUrl())
                .headers(headers -> headers.setBearerAuth(access.current()))
                .contentType(MediaType.APPLICATION_JSON)
                .body(message)
                .retrieve()
                .body(Taken.class)
                .name();
    }
}

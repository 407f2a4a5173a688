package com.lantern.festival.messaging.push;

import com.lantern.festival.messaging.MessagingSettings;
import java.util.concurrent.Executor;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.util.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.client.RestClient;

/** A connection for each thread: whoever sends never waits for one. */
@Configuration
class PushConfiguration {
    @Bean
    Executor pushExecutor(MessagingSettings settings) {
        var executor = new ThreadPoolTaskExecutor();
        executor.setThreadNamePrefix("push-");
        executor.setCorePoolSize(settings.pushThreads());
        return executor;
    }

    @Bean
    RestClient pushHttp(RestClient.Builder builder, MessagingSettings settings) {
        var timeout = Timeout.of(settings.pushTimeout());
        var connections = PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(settings.pushThreads())
                .setMaxConnPerRoute(settings.pushThreads())
                .setDefaultConnectionConfig(ConnectionConfig.custom().setConnectTimeout(timeout).setSocketTimeout(timeout).build())
                .build();
        var client = HttpClients.custom()
                .setConnectionManager(connections)
                .setDefaultRequestConfig(RequestConfig.custom().setConnectionRequestTimeout(timeout).build())
                .disableAutomaticRetries()
                .disableCookieManagement()
                .build();
        return builder.requestFactory(new HttpComponentsClientHttpRequestFactory(client)).build();
    }
}

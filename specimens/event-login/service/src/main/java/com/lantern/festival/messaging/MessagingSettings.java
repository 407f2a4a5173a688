package com.lantern.festival.messaging;

import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * @param accountFile the service account, as the provider hands it out
 * @param scope what its tokens are good for
 * @param pushThreads how many messages are on their way at the same time
 */
@Validated
@ConfigurationProperties("messaging")
public record MessagingSettings(
        @NotNull Path accountFile,
        @NotNull String scope,
        @NotNull URI pushUrl,
        @NotNull Duration pushTimeout,
        @Positive int pushThreads) {}

package com.lantern.festival.notice;

import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * @param eventsWithin how long before its start an event is told of
 * @param passwordAfter age of a password from which on it is to be changed
 */
@Validated
@ConfigurationProperties("notices")
public record NoticeSettings(@NotNull Duration eventsWithin, @NotNull Duration passwordAfter, @NotNull @Valid Executor executor) {
    /**
     * @param threads that are always there
     * @param maxThreads that there are once the queue is full
     */
    public record Executor(@Positive int threads, @Positive int maxThreads, @PositiveOrZero int queue) {}
}

package com.curtain.tickets;

import com.curtain.tickets.performance.Performance;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.PositiveOrZero;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.validation.annotation.Validated;

/**
 * @param idleAfter how long somebody may be in the working space without buying
 * @param preregistered members who have a number in each queue when it opens
 * @param performances what is on sale
 */
@Validated
@ConfigurationProperties("tickets")
public record TicketSettings(
        Duration idleAfter, @PositiveOrZero int preregistered, @NotEmpty List<Performance> performances) {}

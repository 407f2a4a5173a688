package com.lantern.festival;

import java.time.Duration;
import java.time.Instant;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * @param now the moment that counts as now; the real time when there is none
 * @param sessionLasts how long a session is good for
 */
@ConfigurationProperties("festival")
public record FestivalSettings(Instant now, Duration sessionLasts) {}

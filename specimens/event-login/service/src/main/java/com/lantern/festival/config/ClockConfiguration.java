package com.lantern.festival.config;

import com.lantern.festival.FestivalSettings;
import java.time.Clock;
import java.time.ZoneOffset;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class ClockConfiguration {
    @Bean
    Clock clock(FestivalSettings settings) {
        return settings.now() == null ? Clock.systemUTC() : Clock.fixed(settings.now(), ZoneOffset.UTC);
    }
}

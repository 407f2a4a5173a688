package com.curtain.tickets.queue.redis;

import io.lettuce.core.ClientOptions;
import org.springframework.boot.autoconfigure.data.redis.LettuceClientOptionsBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class RedisClientConfiguration {
    /** A command whose connection broke may have been carried out: sent again, it would hand out a second number. */
    @Bean
    LettuceClientOptionsBuilderCustomizer nothingTwice() {
        return options -> options.replayFilter(command -> true).disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS);
    }
}

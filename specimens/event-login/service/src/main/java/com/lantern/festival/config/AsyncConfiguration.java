package com.lantern.festival.config;

import com.lantern.festival.notice.NoticeSettings;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

@Configuration
@EnableAsync
class AsyncConfiguration {
    /** No notice is lost: whoever finds the queue full works it out himself. */
    @Bean
    Executor noticeExecutor(NoticeSettings settings) {
        var executor = new ThreadPoolTaskExecutor();
        executor.setThreadNamePrefix("notice-");
        executor.setCorePoolSize(settings.executor().threads());
        executor.setMaxPoolSize(settings.executor().maxThreads());
        executor.setQueueCapacity(settings.executor().queue());
        executor.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
        return executor;
    }
}

package com.paperlane.shop.text;

import java.nio.charset.StandardCharsets;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.MessageSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.ReloadableResourceBundleMessageSource;

@Configuration
class TextConfiguration {
    /**
     * @param refreshSeconds how long a text may be old after somebody has changed it; -1 for as long as the shop runs
     */
    @Bean
    MessageSource messageSource(
            @Value("${shop.texts.location}") String location, @Value("${shop.texts.refresh-seconds}") int refreshSeconds) {
        var texts = new ReloadableResourceBundleMessageSource();
        texts.setBasenames(location + "shop", location + "service");
        texts.setDefaultEncoding(StandardCharsets.UTF_8.name());
        texts.setFallbackToSystemLocale(false);
        texts.setCacheSeconds(refreshSeconds);
        return texts;
    }
}

package com.paperlane.shop.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** By the mapper of the whole application. */
@Component
@ConditionalOnProperty(name = "shop.json", havingValue = "shared", matchIfMissing = true)
class SharedJson implements Json {
    private final ObjectMapper mapper;

    SharedJson(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public <T> T read(String text, TypeReference<T> type) {
        try {
            return mapper.readValue(text, type);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String write(Object value) {
        try {
            return mapper.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}

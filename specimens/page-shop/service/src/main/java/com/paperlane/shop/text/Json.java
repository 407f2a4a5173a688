package com.paperlane.shop.text;

import com.fasterxml.jackson.core.type.TypeReference;

public interface Json {
    <T> T read(String text, TypeReference<T> type);

    String write(Object value);
}

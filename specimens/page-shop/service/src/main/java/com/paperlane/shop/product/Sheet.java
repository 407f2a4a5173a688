package com.paperlane.shop.product;

import com.fasterxml.jackson.core.type.TypeReference;
import com.paperlane.shop.catalogue.Product;
import com.paperlane.shop.text.Json;
import com.paperlane.shop.text.Values;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.springframework.stereotype.Component;

/** The attributes of a product as a reader of some language sees them. */
@Component
public class Sheet {
    private static final TypeReference<LinkedHashMap<String, String>> TEXTS = new TypeReference<>() {};

    private final Json json;
    private final Values values;

    Sheet(Json json, Values values) {
        this.json = json;
        this.values = values;
    }

    public Map<String, String> of(Product product, Locale locale) {
        Map<String, String> sheet = json.read(product.attributes(), TEXTS);
        sheet.replaceAll((name, value) -> values.shown(value, locale));
        return sheet;
    }
}

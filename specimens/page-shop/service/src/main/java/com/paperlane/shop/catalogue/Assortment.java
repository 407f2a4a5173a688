package com.paperlane.shop.catalogue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** What the market sells, as of the start: new products come at night, and the shop is started again each morning. Stock is read when it is shown. */
@Component
public class Assortment {
    private final List<Product> products;
    private final Map<Category, Integer> counts;

    Assortment(ProductReader reader) {
        this.products = List.copyOf(reader.all());
        this.counts = products.stream().collect(Collectors.toUnmodifiableMap(Product::category, product -> 1, Integer::sum));
    }

    public List<Product> products() {
        return products;
    }

    public int count(Category category) {
        return counts.getOrDefault(category, 0);
    }
}

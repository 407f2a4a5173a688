package com.paperlane.shop.catalogue;

import java.util.List;
import org.springframework.stereotype.Component;

/** What the market sells, as of the start: new products come at night, and the shop is started again each morning. Stock is read when it is shown. */
@Component
public class Assortment {
    private final List<Product> products;

    Assortment(ProductReader reader) {
        this.products = List.copyOf(reader.all());
    }

    public List<Product> products() {
        return products;
    }
}

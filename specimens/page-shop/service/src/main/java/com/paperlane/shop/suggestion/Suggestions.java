package com.paperlane.shop.suggestion;

import com.paperlane.shop.catalogue.Product;
import java.util.List;

/** What is sent of the products that are offered. */
public interface Suggestions {
    List<?> of(List<Product> products);
}

package com.paperlane.shop.search;

import com.paperlane.shop.catalogue.Product;
import java.util.List;

public interface Search {
    /** Products that have all the words, the cheapest first. */
    List<Product> find(List<String> words);
}

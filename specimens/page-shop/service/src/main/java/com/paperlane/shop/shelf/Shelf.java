package com.paperlane.shop.shelf;

import com.paperlane.shop.catalogue.Category;
import java.util.List;

public record Shelf(Category category, int page, int pages, int count, String sort, List<Card> cards) {}

package com.paperlane.shop.web;

import com.paperlane.shop.catalogue.Category;
import com.paperlane.shop.catalogue.ProductReader;
import com.paperlane.shop.comparison.ComparisonController;
import com.paperlane.shop.product.ProductController;
import com.paperlane.shop.search.SearchController;
import com.paperlane.shop.shelf.ShelfController;
import com.paperlane.shop.text.Formats;
import java.time.Year;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;

/** What every page shows around its content. */
@ControllerAdvice(assignableTypes = {ShelfController.class, ProductController.class, ComparisonController.class, SearchController.class})
class PageModel {
    private static final long FREE_FROM_CENTS = 6_000;

    /** A group of shelves; its title is the key of a text, as that of an entry is. */
    public record Group(String title, List<Entry> entries) {}

    public record Entry(String slug, String title) {
        static Entry of(Category category) {
            return new Entry(category.slug(), "category." + category.slug());
        }
    }

    private final List<Group> menu;
    private final Formats formats;

    PageModel(ProductReader products, Formats formats) {
        this.formats = formats;
        var groups = products.categories().stream().collect(Collectors.groupingBy(Category::groupNo, TreeMap::new,
                Collectors.mapping(Entry::of, Collectors.toList())));
        this.menu = groups.entrySet().stream().map(e -> new Group("group." + e.getKey(), e.getValue())).toList();
    }

    @ModelAttribute
    void around(@PathVariable(required = false) String place, Locale locale, Model model) {
        model.addAttribute("place", place);
        model.addAttribute("menu", menu);
        model.addAttribute("freeFrom", formats.price(FREE_FROM_CENTS, locale));
        model.addAttribute("year", String.valueOf(Year.now().getValue()));
    }
}

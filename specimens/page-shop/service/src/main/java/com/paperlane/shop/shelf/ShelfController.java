package com.paperlane.shop.shelf;

import com.paperlane.shop.ShopSettings;
import com.paperlane.shop.catalogue.Assortment;
import com.paperlane.shop.catalogue.Category;
import com.paperlane.shop.catalogue.Product;
import com.paperlane.shop.catalogue.ProductReader;
import com.paperlane.shop.text.Checks;
import java.util.List;
import java.util.Locale;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

@Controller
public class ShelfController {
    private final ProductReader products;
    private final Assortment assortment;
    private final Cards cards;
    private final Checks checks;
    private final int perPage;

    ShelfController(ProductReader products, Assortment assortment, Cards cards, Checks checks, ShopSettings settings) {
        this.products = products;
        this.assortment = assortment;
        this.cards = cards;
        this.checks = checks;
        this.perPage = settings.cards();
    }

    @GetMapping("/{place}/shelves/{category}")
    String shelf(
            @PathVariable String category,
            @RequestParam(defaultValue = "1") int page,
            @RequestParam(defaultValue = "price") String sort,
            Locale locale,
            Model model) {
        checks.check(new ShelfQuery(category, page, sort));
        model.addAttribute("shelf", shelf(products.category(category), page, sort, locale));
        return "shelf";
    }

    private Shelf shelf(Category category, int page, String sort, Locale locale) {
        int skip = (page - 1) * perPage;
        List<Product> found = sort.equals("price")
                ? products.cheapest(category, skip, perPage)
                : products.dearest(category, skip, perPage);
        int count = assortment.count(category);
        return new Shelf(category, page, (count + perPage - 1) / perPage, count, sort, cards.of(found, locale));
    }
}

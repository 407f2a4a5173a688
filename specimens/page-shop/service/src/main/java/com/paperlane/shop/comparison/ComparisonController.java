package com.paperlane.shop.comparison;

import com.paperlane.shop.ShopSettings;
import com.paperlane.shop.catalogue.Category;
import com.paperlane.shop.catalogue.Product;
import com.paperlane.shop.catalogue.ProductReader;
import com.paperlane.shop.product.LinkedData;
import com.paperlane.shop.product.Sheet;
import com.paperlane.shop.shelf.Cards;
import com.paperlane.shop.text.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/** Products of a category beside each other, attribute by attribute. */
@Controller
public class ComparisonController {
    private final ProductReader products;
    private final Cards cards;
    private final Sheet sheet;
    private final Json json;
    private final int compared;

    ComparisonController(ProductReader products, Cards cards, Sheet sheet, Json json, ShopSettings settings) {
        this.products = products;
        this.cards = cards;
        this.sheet = sheet;
        this.json = json;
        this.compared = settings.compared();
    }

    @GetMapping("/{place}/comparisons/{category}")
    String compare(@PathVariable String category, @RequestParam(defaultValue = "1") int page, Locale locale, Model model) {
        Category found = products.category(category);
        List<Product> beside = products.cheapest(found, (page - 1) * compared, compared);
        List<Map<String, String>> sheets = beside.stream().map(product -> sheet.of(product, locale)).toList();
        model.addAttribute("category", found);
        model.addAttribute("cards", cards.of(beside, locale));
        model.addAttribute("names", sheets.stream().flatMap(s -> s.keySet().stream()).distinct().toList());
        model.addAttribute("sheets", sheets);
        model.addAttribute("linkedData", beside.stream().map(product -> json.write(LinkedData.of(product, List.of()))).toList());
        return "comparison";
    }
}

package com.paperlane.shop.product;

import com.paperlane.shop.ShopSettings;
import com.paperlane.shop.catalogue.Product;
import com.paperlane.shop.catalogue.ProductReader;
import com.paperlane.shop.shelf.Cards;
import com.paperlane.shop.text.Formats;
import com.paperlane.shop.text.Json;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

@Controller
public class ProductController {
    private static final int MORE_OF_THE_BRAND = 4;

    private final ProductReader products;
    private final ReviewReader reviews;
    private final Cards cards;
    private final Sheet sheet;
    private final Json json;
    private final Formats formats;
    private final int reviewsShown;

    ProductController(
            ProductReader products, ReviewReader reviews, Cards cards, Sheet sheet, Json json, Formats formats, ShopSettings settings) {
        this.products = products;
        this.reviews = reviews;
        this.cards = cards;
        this.sheet = sheet;
        this.json = json;
        this.formats = formats;
        this.reviewsShown = settings.reviews();
    }

    /** A review with its day as it is to be read. */
    public record Opinion(String author, int rating, String day, String words) {}

    @GetMapping("/{place}/products/{sku}")
    String product(@PathVariable String sku, Locale locale, Model model) {
        Product product = products.bySku(sku);
        List<Review> latest = reviews.latest(product.id(), reviewsShown);
        model.addAttribute("product", product);
        model.addAttribute("card", cards.card(product, product.stock(), LocalDate.now(), locale));
        model.addAttribute("sheet", sheet.of(product, locale));
        model.addAttribute("opinions", latest.stream()
                .map(r -> new Opinion(r.author(), r.rating(), formats.day(r.writtenOn(), locale), r.words()))
                .toList());
        model.addAttribute("more", cards.of(products.ofBrand(product.brand(), MORE_OF_THE_BRAND), locale));
        model.addAttribute("linkedData", json.write(LinkedData.of(product, latest)));
        return "product";
    }
}

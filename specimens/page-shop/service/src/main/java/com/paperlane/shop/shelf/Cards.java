package com.paperlane.shop.shelf;

import com.paperlane.shop.catalogue.Product;
import com.paperlane.shop.text.Formats;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import org.springframework.stereotype.Component;

@Component
public class Cards {
    private static final int NEW_FOR_DAYS = 60;

    private final Formats formats;
    private final Badges badges;
    private final Deliveries deliveries;

    Cards(Formats formats, Badges badges, Deliveries deliveries) {
        this.formats = formats;
        this.badges = badges;
        this.deliveries = deliveries;
    }

    public List<Card> of(List<Product> products, Locale locale) {
        LocalDate today = LocalDate.now();
        return products.stream().map(product -> card(product, product.stock(), today, locale)).toList();
    }

    public Card card(Product p, int stock, LocalDate today, Locale locale) {
        LocalDate leaves = stock > 0 ? today : p.restockedOn().isAfter(today) ? p.restockedOn() : today.plusWeeks(2);
        return new Card(
                p.sku(),
                p.name(),
                p.brand().name(),
                badges.of(p.brand()),
                formats.price(p.priceCents(), locale),
                p.oldPriceCents() == null ? null : formats.price(p.oldPriceCents(), locale),
                p.pieces() == 1 ? null : formats.price(p.priceCents() / p.pieces(), locale),
                p.pieces(),
                stock,
                formats.day(deliveries.arrival(leaves, locale), locale),
                p.addedOn().isAfter(today.minusDays(NEW_FOR_DAYS)),
                p.pictureId());
    }
}

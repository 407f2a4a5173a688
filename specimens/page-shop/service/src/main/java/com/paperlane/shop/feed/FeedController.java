package com.paperlane.shop.feed;

import com.paperlane.shop.catalogue.Product;
import com.paperlane.shop.catalogue.ProductReader;
import com.paperlane.shop.shelf.Deliveries;
import com.paperlane.shop.text.Formats;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;

/** What partners fetch: portals that compare prices take CSV, those who sell our products on take JSON. */
@Controller
public class FeedController {
    /** A product as those see it who sell it on. */
    public record Line(
            String sku, String name, String category, String brand, long priceCents, int pieces, int stock, LocalDate restockedOn) {}

    private final ProductReader products;
    private final Deliveries deliveries;
    private final Formats formats;
    private final FeedParts parts;

    FeedController(ProductReader products, FeedParts parts, Deliveries deliveries, Formats formats) {
        this.products = products;
        this.parts = parts;
        this.deliveries = deliveries;
        this.formats = formats;
    }

    @GetMapping("/{place}/feeds/{category}.csv")
    void csv(
            @PathVariable String category,
            @RequestParam(defaultValue = "1") int part,
            Locale locale,
            HttpServletResponse response)
            throws IOException {
        List<Product> found = part(category, part);
        LocalDate today = LocalDate.now();
        LocalDate arrives = deliveries.arrival(today, locale);
        response.setContentType("text/csv");
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        PrintWriter out = response.getWriter();
        out.print("sku;name;brand;description;price;price per piece;arrives;on sale since\n");
        for (Product p : found) {
            LocalDate day = p.stock() > 0 || p.restockedOn().isBefore(today) ? arrives : p.restockedOn();
            out.append(p.sku()).append(';')
                    .append(p.name()).append(';')
                    .append(p.brand().name()).append(';')
                    .append(p.description()).append(';')
                    .append(formats.price(p.priceCents(), locale)).append(';')
                    .append(formats.price(p.priceCents() / p.pieces(), locale)).append(';')
                    .append(formats.day(day, locale)).append(';')
                    .append(formats.day(p.addedOn(), locale)).append('\n');
        }
    }

    @GetMapping(path = "/api/feeds/{category}", produces = MediaType.APPLICATION_JSON_VALUE)
    @ResponseBody
    List<Line> json(@PathVariable String category, @RequestParam(defaultValue = "1") int part) {
        return part(category, part).stream()
                .map(p -> new Line(p.sku(), p.name(), p.category().slug(), p.brand().name(), p.priceCents(), p.pieces(), p.stock(),
                        p.restockedOn()))
                .toList();
    }

    private List<Product> part(String slug, int part) {
        return parts.part(products.category(slug), part);
    }
}

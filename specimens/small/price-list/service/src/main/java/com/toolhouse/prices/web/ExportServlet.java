package com.toolhouse.prices.web;

import com.toolhouse.prices.catalogue.Article;
import com.toolhouse.prices.catalogue.Catalogue;
import com.toolhouse.prices.catalogue.Price;
import com.toolhouse.prices.delivery.Carrier;
import com.toolhouse.prices.delivery.Quote;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** {@code GET /export/17}: the customer's whole price list as a file, with today's delivery charge at its end. */
public class ExportServlet extends CustomerServlet {
    private static final String HEAD = "article;group;name;list price;your price;agreed;valid until\r\n";
    private static final String VALID_UNTIL = "2025-12-31";
    /** What the carrier's charge is told for. */
    private static final int USUAL_GRAMS = 5000;

    private final transient Catalogue catalogue;
    private final transient Carrier carrier;

    public ExportServlet(Catalogue catalogue, Carrier carrier) {
        this.catalogue = catalogue;
        this.carrier = carrier;
    }

    @Override
    protected void answer(int customer, HttpServletRequest request, HttpServletResponse response)
            throws IOException, InterruptedException {
        if (!catalogue.knows(customer)) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        StringBuilder csv = new StringBuilder(HEAD);
        for (Article article : catalogue.articles()) {
            append(csv, article, catalogue.price(customer, article));
        }
        Quote delivery = carrier.quote(customer, USUAL_GRAMS);
        csv.append("delivery;;");
        money(csv, delivery.cents());
        csv.append("\r\n");

        String file = csv.toString();
        response.setContentType("text/csv");
        response.setHeader("Content-Disposition", "attachment; filename=prices-" + customer + ".csv");
        response.setContentLength(file.length());
        response.getWriter().write(file);
    }

    private static void append(StringBuilder csv, Article article, Price price) {
        csv.append(article.id()).append(';').append(article.group()).append(';').append(article.name()).append(';');
        money(csv, article.cents());
        csv.append(';');
        money(csv, price.cents());
        csv.append(';').append(price.agreed() ? "yes" : "no").append(';').append(VALID_UNTIL).append("\r\n");
    }

    private static void money(StringBuilder csv, int cents) {
        csv.append(cents / 100).append('.').append(cents / 10 % 10).append(cents % 10);
    }
}

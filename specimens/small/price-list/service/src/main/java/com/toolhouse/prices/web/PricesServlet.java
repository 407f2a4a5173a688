package com.toolhouse.prices.web;

import com.toolhouse.prices.catalogue.Catalogue;
import com.toolhouse.prices.catalogue.Price;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code GET /prices/17?group=3}: what the articles of a group cost a customer. */
public class PricesServlet extends CustomerServlet {
    private static final Logger AUDIT = LoggerFactory.getLogger("audit");

    private final transient Catalogue catalogue;

    public PricesServlet(Catalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    protected void answer(int customer, HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (!catalogue.knows(customer)) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        int group = number(request, "group");
        List<Price> prices = catalogue.prices(customer, group);
        AUDIT.info("customer {} was told {} prices of group {}", customer, prices.size(), group);
        json(response, prices);
    }
}

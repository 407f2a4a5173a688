package com.toolhouse.prices.web;

import com.toolhouse.prices.catalogue.Catalogue;
import com.toolhouse.prices.catalogue.Price;
import com.toolhouse.prices.delivery.Carrier;
import com.toolhouse.prices.delivery.Quote;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;

/** {@code GET /offers/17?group=3&grams=900}: what the articles of a group cost a customer, and what the carrier wants for a parcel. */
public class OfferServlet extends CustomerServlet {
    private final transient Catalogue catalogue;
    private final transient Carrier carrier;

    public OfferServlet(Catalogue catalogue, Carrier carrier) {
        this.catalogue = catalogue;
        this.carrier = carrier;
    }

    @Override
    protected void answer(int customer, HttpServletRequest request, HttpServletResponse response)
            throws IOException, InterruptedException {
        Quote delivery = carrier.quote(customer, number(request, "grams"));
        json(response, new Offer(catalogue.prices(customer, number(request, "group")), delivery));
    }

    private record Offer(List<Price> prices, Quote delivery) {}
}

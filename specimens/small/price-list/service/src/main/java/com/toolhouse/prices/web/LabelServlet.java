package com.toolhouse.prices.web;

import com.toolhouse.prices.label.Label;
import com.toolhouse.prices.label.LabelQueue;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.RejectedExecutionException;

/** {@code GET /labels/17?grams=900}: the label of a parcel. Workers are not kept waiting for the drawing of it. */
public class LabelServlet extends CustomerServlet {
    private static final long NO_LIMIT = 0;

    private final transient LabelQueue queue;

    public LabelServlet(LabelQueue queue) {
        this.queue = queue;
    }

    @Override
    protected void answer(int customer, HttpServletRequest request, HttpServletResponse response) throws IOException {
        Label label = new Label(customer, number(request, "grams"));
        AsyncContext exchange = request.startAsync();
        exchange.setTimeout(NO_LIMIT);
        try {
            queue.execute(() -> draw(label, exchange));
        } catch (RejectedExecutionException e) {
            response.setHeader("Retry-After", "1");
            response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            exchange.complete();
        }
    }

    private static void draw(Label label, AsyncContext exchange) {
        try {
            exchange.getResponse().setContentType("image/png");
            label.write(exchange.getResponse().getOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException("write the label of customer " + label.customer(), e);
        } finally {
            exchange.complete();
        }
    }
}

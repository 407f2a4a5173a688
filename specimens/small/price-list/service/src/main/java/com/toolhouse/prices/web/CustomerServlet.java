package com.toolhouse.prices.web;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** {@code /something/17}: answers about customer 17. */
abstract class CustomerServlet extends HttpServlet {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    protected final void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            answer(Integer.parseInt(request.getPathInfo().substring(1)), request, response);
        } catch (NumberFormatException e) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST, "a customer or a parameter is no number");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        }
    }

    protected abstract void answer(int customer, HttpServletRequest request, HttpServletResponse response)
            throws IOException, InterruptedException;

    protected static int number(HttpServletRequest request, String name) {
        return Integer.parseInt(request.getParameter(name));
    }

    protected static void json(HttpServletResponse response, Object body) throws IOException {
        response.setContentType("application/json");
        JSON.writeValue(response.getOutputStream(), body);
    }
}

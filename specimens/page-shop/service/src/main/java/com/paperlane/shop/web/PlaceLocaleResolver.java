package com.paperlane.shop.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Locale;
import java.util.Map;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.LocaleResolver;

/** Where the reader is stands first in the address: {@code /de-at/shelves/pens}. */
@Component(DispatcherServlet.LOCALE_RESOLVER_BEAN_NAME)
class PlaceLocaleResolver implements LocaleResolver {
    private static final Map<String, Locale> PLACES = Map.of(
            "en-gb", Locale.UK,
            "de-at", new Locale("de", "AT"),
            "fr-be", new Locale("fr", "BE"),
            "ko-kr", Locale.KOREA);

    @Override
    public Locale resolveLocale(HttpServletRequest request) {
        String path = request.getRequestURI();
        int end = path.indexOf('/', 1);
        return end < 0 ? Locale.UK : PLACES.getOrDefault(path.substring(1, end), Locale.UK);
    }

    @Override
    public void setLocale(HttpServletRequest request, HttpServletResponse response, Locale locale) {
        throw new UnsupportedOperationException("the address says where the reader is");
    }
}

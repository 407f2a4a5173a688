package com.paperlane.shop.text;

import java.math.BigDecimal;
import java.text.NumberFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** One format for each locale; of those that are not safe to share, one for each thread too. */
@Component
@ConditionalOnProperty(name = "shop.formats", havingValue = "shared", matchIfMissing = true)
class SharedFormats implements Formats {
    private final ThreadLocal<Map<Locale, NumberFormat>> prices = ThreadLocal.withInitial(HashMap::new);
    private final ThreadLocal<Map<Locale, NumberFormat>> numbers = ThreadLocal.withInitial(HashMap::new);
    private final Map<Locale, DateTimeFormatter> days = new ConcurrentHashMap<>();
    private final Function<Locale, NumberFormat> priceFormat = locale -> {
        NumberFormat format = NumberFormat.getCurrencyInstance(locale);
        format.setCurrency(EURO);
        return format;
    };

    @Override
    public String price(long cents, Locale locale) {
        return prices.get().computeIfAbsent(locale, priceFormat).format(BigDecimal.valueOf(cents, 2));
    }

    @Override
    public String number(BigDecimal number, Locale locale) {
        return numbers.get().computeIfAbsent(locale, NumberFormat::getInstance).format(number);
    }

    @Override
    public String day(LocalDate day, Locale locale) {
        return days.computeIfAbsent(locale, l -> DateTimeFormatter.ofLocalizedDate(FormatStyle.FULL).withLocale(l)).format(day);
    }
}

package com.paperlane.shop.text;

import java.math.BigDecimal;
import java.text.DateFormat;
import java.text.NumberFormat;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Date;
import java.util.Locale;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** These formats are not safe to share between threads, so everybody gets one. */
@Component
@ConditionalOnProperty(name = "shop.formats", havingValue = "own")
class OwnFormats implements Formats {
    @Override
    public String price(long cents, Locale locale) {
        NumberFormat format = NumberFormat.getCurrencyInstance(locale);
        format.setCurrency(EURO);
        return format.format(BigDecimal.valueOf(cents, 2));
    }

    @Override
    public String number(BigDecimal number, Locale locale) {
        return NumberFormat.getInstance(locale).format(number);
    }

    @Override
    public String day(LocalDate day, Locale locale) {
        Date midnight = Date.from(day.atStartOfDay(ZoneId.systemDefault()).toInstant());
        return DateFormat.getDateInstance(DateFormat.FULL, locale).format(midnight);
    }
}

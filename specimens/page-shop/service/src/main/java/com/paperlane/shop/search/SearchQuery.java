package com.paperlane.shop.search;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Locale;

/** What a reader typed into the search field. */
public record SearchQuery(@NotBlank @Size(max = 80) @Pattern(regexp = "[\\p{L}\\p{N} .&-]*") String text) {
    public List<String> words() {
        return SearchText.words(text.toLowerCase(Locale.ROOT));
    }
}

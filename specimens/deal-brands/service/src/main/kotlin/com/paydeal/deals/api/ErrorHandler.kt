package com.paydeal.deals.api

import com.paydeal.deals.deal.DealNotFoundException
import com.paydeal.deals.recommend.MemberNotFoundException
import org.springframework.http.HttpStatus
import org.springframework.http.ProblemDetail
import org.springframework.web.bind.annotation.ExceptionHandler
import org.springframework.web.bind.annotation.RestControllerAdvice

@RestControllerAdvice
class ErrorHandler {
    @ExceptionHandler(DealNotFoundException::class, MemberNotFoundException::class)
    fun notFound(e: RuntimeException): ProblemDetail =
        ProblemDetail.forStatusAndDetail(HttpStatus.NOT_FOUND, e.message ?: "not found")
}

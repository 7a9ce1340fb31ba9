// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Split
/// @notice How a price is divided. Whatever these contracts take off a price, pay back of it or leave of it is one of these functions, so
/// that what smt/Split.sol claims of them, and the compiler proves for all inputs, holds for the contracts. Shares are in basis points
/// and rounded down; what rounding leaves over stays with whoever gets the rest.
library Split {
    uint256 internal constant WHOLE = 10_000;

    /// @dev A share of any amount; reverts where the product does not fit.
    function share(uint256 amount, uint256 bps) internal pure returns (uint256) {
        return amount * bps / WHOLE;
    }

    /// @dev A share of an amount below 2^128, itself below 2^64: nothing can overflow, and nothing is spent on checking that.
    function shareOfPrice(uint256 amount, uint256 bps) internal pure returns (uint256) {
        unchecked {
            return amount * bps / WHOLE;
        }
    }

    /// @dev The same, rounded up.
    function shareOfPriceUp(uint256 amount, uint256 bps) internal pure returns (uint256) {
        unchecked {
            return (amount * bps + WHOLE - 1) / WHOLE;
        }
    }

    /// @dev What lies in the middle between two shares of a price below 2^128.
    function middle(uint256 price, uint256 bps, uint256 otherBps) internal pure returns (uint256) {
        return shareOfPrice(price, bps + otherBps) / 2;
    }

    /// @dev What of a price below 2^128 is not refunded goes to the seller, less the fee, which is taken of that part alone.
    function rest(uint256 price, uint256 refund, uint256 feeBps) internal pure returns (uint256 toSeller, uint256 fee) {
        uint256 part = price - refund;
        fee = shareOfPrice(part, feeBps);
        toSeller = part - fee;
    }

    /// @dev A second fee beside a first one that is within `limit`: `bps`, or what the first leaves of the limit.
    function beside(uint256 firstBps, uint256 bps, uint256 limit) internal pure returns (uint256) {
        return atMost(bps, limit - firstBps);
    }

    /// @dev What somebody else names, but no more than `most`.
    function atMost(uint256 named, uint256 most) internal pure returns (uint256) {
        return named < most ? named : most;
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Collection} from "../../src/Collection.sol";
import {CollectionFactory} from "../../src/CollectionFactory.sol";
import {Marketplace} from "../../src/Marketplace.sol";
import {Platform} from "../../src/Platform.sol";
import {TestUSDC} from "../../src/test/TestUSDC.sol";
import {TestUSDT} from "../../src/test/TestUSDT.sol";

/// @dev Set-up and helpers of all Marketplace tests. The seller owns the token `ID` of both collections, `nft` and `other`. Nothing is
/// listed or approved yet.
abstract contract MarketBase is Test {
    address internal constant NATIVE = address(0);
    uint256 internal constant START = 1_800_000_000;
    uint256 internal constant ID = 7;
    uint256 internal constant PRICE = 100e6;
    uint256 internal constant FEE_BPS = 1000;
    uint256 internal constant ROYALTY_BPS = 500;
    uint256 internal constant CUT_BPS = 1500;
    uint256 internal constant FEE = 10e6;
    uint256 internal constant ROYALTY = 5e6;
    uint256 internal constant PROCEEDS = 85e6;
    uint256 internal constant EXPIRES = START + 30 days;

    address internal owner = makeAddr("owner");
    address internal admin = makeAddr("admin");
    address internal treasury = makeAddr("treasury");
    address internal creator = makeAddr("creator");
    address internal royalties = makeAddr("royalties");
    address internal seller = makeAddr("seller");
    address internal buyer = makeAddr("buyer");
    address internal stranger = makeAddr("stranger");

    Platform internal platform;
    CollectionFactory internal factory;
    Marketplace internal market;
    Collection internal nft;
    Collection internal other;
    TestUSDC internal usdc;
    TestUSDT internal usdt;

    function setUp() public virtual {
        vm.warp(START);
        platform = Platform(_create("Platform", type(Platform).creationCode, abi.encode(owner, FEE_BPS, treasury)));
        factory = _newFactory(platform);
        market = _newMarket(owner, factory);
        vm.startPrank(owner);
        platform.addAdmin(admin);
        market.addAdmin(admin);
        vm.stopPrank();
        usdc = new TestUSDC();
        usdt = new TestUSDT();
        _enable(address(usdc));
        _enable(address(usdt));
        vm.prank(admin);
        platform.addCreator(creator);
        nft = _newCollection("nft");
        other = _newCollection("other");
        _mint(nft, seller, ID);
        _mint(other, seller, ID);
        address[3] memory people = [buyer, seller, stranger];
        for (uint256 i = 0; i < people.length; ++i) _fund(people[i]);
    }

    /// @dev Gives `who` money, and approves the marketplace for it.
    function _fund(address who) internal {
        vm.deal(who, 1e30);
        usdc.mint(who, 1e30);
        usdt.mint(who, 1e30);
        vm.startPrank(who);
        usdc.approve(address(market), type(uint256).max);
        usdt.approve(address(market), type(uint256).max);
        vm.stopPrank();
    }

    /// @dev Whether to test the deployed bytecode instead of the source compiled for this run.
    function _isDeployedBytecode() internal view returns (bool) {
        return vm.envOr("SHIPPED", false);
    }

    function _newFactory(Platform asked) internal returns (CollectionFactory) {
        return CollectionFactory(_create("CollectionFactory", type(CollectionFactory).creationCode, abi.encode(asked)));
    }

    function _newMarket(address firstOwner, CollectionFactory asked) internal returns (Marketplace) {
        return Marketplace(_create("Marketplace", type(Marketplace).creationCode, abi.encode(firstOwner, asked)));
    }

    function _newCollection(bytes32 salt) internal returns (Collection) {
        Collection.Terms memory terms = Collection.Terms("Doors", "DOOR", "Hills", "ipfs://image", "ipfs://banner", "", royalties, ROYALTY_BPS);
        vm.prank(creator);
        return factory.createCollection(terms, salt);
    }

    /// @dev Mints a token to any account, including contracts, without calling it.
    function _mint(Collection collection, address to, uint256 tokenId) internal {
        vm.startPrank(creator);
        collection.safeMint(creator, tokenId, "content");
        collection.transferFrom(creator, to, tokenId);
        vm.stopPrank();
    }

    function _mint(address to, uint256 tokenId) internal {
        _mint(nft, to, tokenId);
    }

    function _burn() internal {
        vm.prank(seller);
        nft.burn(ID);
    }

    function _setRoyalty(address receiver, uint256 bps) internal {
        vm.prank(creator);
        nft.setRoyalty(receiver, bps);
    }

    function _create(string memory name, bytes memory code, bytes memory args) internal returns (address created) {
        if (_isDeployedBytecode()) {
            code = vm.parseJsonBytes(vm.readFile(string.concat("contracts/abi/", name, ".bytecode.json")), ".creation");
        }
        code = abi.encodePacked(code, args);
        assembly ("memory-safe") {
            created := create(0, add(code, 32), mload(code))
            if iszero(created) {
                returndatacopy(code, 0, returndatasize())
                revert(code, returndatasize())
            }
        }
    }

    function _enable(address token) internal {
        vm.prank(owner);
        market.setPayableToken(token, true);
    }

    /// @dev The seller lists its token of `nft` for PRICE and approves the marketplace.
    function _list(address currency) internal {
        _listAt(address(nft), PRICE, currency);
        _approve();
    }

    function _list() internal {
        _list(NATIVE);
    }

    function _listAt(address collection, uint256 price, address currency) internal {
        vm.prank(seller);
        market.listNFT(collection, ID, price, currency, CUT_BPS, EXPIRES);
    }

    function _approve() internal {
        vm.prank(seller);
        nft.approve(address(market), ID);
    }

    function _purchase(address collection, uint256 price, address currency) internal {
        vm.prank(buyer);
        market.purchaseNFT{value: currency == NATIVE ? price : 0}(collection, ID, price, currency);
    }

    /// @dev The buyer's offer for the seller's token of `nft`.
    function _offer(uint256 price, address currency) internal returns (uint256 index) {
        vm.prank(buyer);
        return market.createOffer{value: currency == NATIVE ? price : 0}(address(nft), ID, price, currency, EXPIRES);
    }

    function _accept(uint256 price, address currency) internal {
        vm.prank(seller);
        market.acceptOffer(address(nft), ID, buyer, price, currency, CUT_BPS);
    }

    function _cancel() internal {
        vm.prank(buyer);
        market.cancelOffer(address(nft), ID, buyer);
    }

    function _isListed(address collection) internal view returns (bool) {
        return market.getListedNFT(collection, ID).nft != address(0);
    }

    function _hasOffer() internal view returns (bool) {
        return market.getOfferredNFT(address(nft), ID, buyer).offerer != address(0);
    }

    function _balance(address token, address who) internal view returns (uint256) {
        return token == NATIVE ? who.balance : IERC20(token).balanceOf(who);
    }
}
